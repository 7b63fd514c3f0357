import { mount } from 'svelte';
import { agentFor, listModels } from './agents/choose';
import { install } from './client/install';
import { App } from './state/app.svelte';
import { Updates } from './state/updates.svelte';
import AppView from './ui/AppView.svelte';

const holdfast = install();
const updates: Updates = new Updates(() => app.flush());
const app: App = new App(holdfast, { agentFor, listModels, updates });

void app.start();
mount(AppView, { target: document.querySelector('#app')!, props: { app, updates } });
void updates.start();
