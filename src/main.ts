import { mount } from 'svelte';
import { agentFor, listModels } from './agents/choose';
import { install } from './client/install';
import { App } from './state/app.svelte';
import { Updates } from './state/updates.svelte';
import AppView from './ui/AppView.svelte';

const holdfast = install();
const updates: Updates = new Updates(() => app.flush());
/** What the installed app's shortcuts ask for; a reload must not ask for it again. */
const asked = new URL(location.href);
const [startsNew, showsSettings] = ['new', 'settings'].map((name) => asked.searchParams.has(name));
asked.searchParams.delete('new');
asked.searchParams.delete('settings');
history.replaceState(null, '', asked);

const app: App = new App(holdfast, { agentFor, listModels, updates, startsNew });

void app.start();
mount(AppView, { target: document.querySelector('#app')!, props: { app, updates, showsSettings } });
void updates.start();
