import { mount } from 'svelte';
import { agentFor, listModels } from './agents/choose';
import { createHoldfast } from './client/holdfast';
import { install, startBackend } from './client/install';
import { App } from './state/app.svelte';
import { Updates } from './state/updates.svelte';
import AppView from './ui/AppView.svelte';

const backend = startBackend();
install(backend);
const holdfast = createHoldfast(backend);
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
