/** The language of these words, for every `Intl` object. */
export const LANGUAGE = 'en';

/** Every string the app shows, by the place on the screen where it is read. */
export const words = {
  app: 'Holdfast',
  close: 'Close',
  notStored: 'This part of the app is not stored on this device yet. Connect once and try again.',
  cancel: 'Cancel',
  delete: 'Delete',
  rename: 'Rename',
  skipToMessage: 'Skip to message',

  titleBar: {
    untitled: 'New conversation',
    openSidebar: 'Open sidebar',
    closeSidebar: 'Close sidebar',
    more: 'More actions',
    name: 'Title',
  },

  sidebar: {
    name: 'Sidebar',
    newConversation: 'New conversation',
    conversations: 'Conversations',
    chats: 'Chats',
    untitled: 'Untitled',
    more: 'More actions',
    title: 'Title',
    loading: 'Loading conversations',
    empty: 'No conversations yet',
    emptyHint: 'Write a message and send it. The conversation is kept here, on this device.',
    failed: 'The conversations could not be read.',
    tryAgain: 'Try again',
    showMore: 'Show more',
    sections: {
      active: 'Active',
      today: 'Today',
      yesterday: 'Yesterday',
      week: 'This week',
      older: 'Older',
    },
    states: {
      idle: '',
      running: 'running',
      'waiting-permission': 'waiting for you',
      error: 'interrupted or failed',
    },
    deleteTitle: 'Delete this conversation?',
    deleteBody: (title: string) => `Deletes “${title}”. This cannot be undone.`,
    now: 'now',
  },

  projects: {
    switcher: (name: string) => `Project: ${name}`,
    create: 'New project',
    rename: 'Rename project',
    delete: 'Delete project',
    name: 'Project name',
    createAction: 'Create',
    renameAction: 'Save name',
    deleteTitle: (name: string) => `Delete the project “${name}”?`,
    deleteBody: (count: number) =>
      count === 0
        ? 'It has no conversations. This cannot be undone.'
        : `Deletes ${counted(count)}. This cannot be undone.`,
  },

  composer: {
    message: 'Message',
    placeholder: 'Write a message',
    send: 'Send',
    stop: 'Stop',
    agent: 'Agent',
    guide: 'Guide (built in)',
    missingAgent: 'An agent that was removed',
    addAgent: 'Add an agent…',
    waiting: 'Waiting for your permission above',
    elsewhere: 'Another tab is answering in this conversation',
    chatOnly: 'This chat has no agent. It can be read here, but not continued.',
  },

  run: {
    interrupted: 'This conversation was interrupted before the answer was complete.',
    failed: 'The answer could not be completed.',
    noAnswer: 'The last message has no answer.',
    banner: 'What happened',
    retry: 'Retry',
    answering: 'Answering',
    complete: 'Answer complete',
    waiting: 'Waiting for your permission',
    ended: 'The answer ended early',
    waitsMark: (title: string) => `● Waiting: ${title}`,
  },

  settings: {
    name: 'Settings',
    agents: 'Agents',
    agentsHint: 'An agent answers your messages. The guide is built in and works offline.',
    guide: 'Guide',
    guideHint: 'Built in, works offline',
    default: 'Default',
    makeDefault: 'Make default',
    edit: 'Edit',
    editTitle: 'Edit agent',
    back: 'Back',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove “${name}”?`,
    removeBody: 'Its address and key are deleted from this device. Conversations with it are kept.',
    add: 'Add agent',
    kindHint: 'What kind of server answers?',
    openai: 'OpenAI-compatible',
    openaiHint: 'Ollama, LM Studio, llama.cpp, vLLM and most hosted services',
    agentName: 'Name (optional)',
    address: 'Address',
    addressPlaceholder: 'http://127.0.0.1:11434/v1',
    addressHint: 'Messages go to this address and to nowhere else.',
    key: 'Key',
    keyHint: 'Leave it empty if the server needs none. It is stored on this device.',
    showKey: 'Show what is typed',
    hideKey: 'Hide what is typed',
    model: 'Model',
    modelLoading: 'Asking the server for its models',
    modelNone: 'The server lists no models. Type the name of one.',
    modelFailed: (reason: string) => `The models could not be listed. ${reason} You can type the name of one.`,
    modelOther: 'Another model…',
    save: 'Save agent',
    appearance: 'Appearance',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    theme: 'Theme',
    about: 'About',
    aboutWhat: 'Holdfast is a notebook for talking with models and agents. It works without a network.',
    aboutWhere:
      'Your conversations are stored by this browser, on this device. There is no account, and nothing is sent to anyone but the agents you set up.',
    aboutClear: 'Clearing this site’s data in the browser deletes them.',
    version: (version: string) => `Version ${version}`,
  },

  status: {
    reload: 'Reload to update',
    shortcuts: 'Shortcuts',
    dismiss: 'Dismiss',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    newConversation: 'Start a new conversation',
    sidebar: 'Show or hide the sidebar',
    settings: 'Open the settings',
    shortcuts: 'Show this list',
    send: 'Send the message',
    newLine: 'Start a new line',
    stop: 'Stop the answer',
  },
};

function counted(count: number): string {
  return count === 1 ? '1 conversation' : `${new Intl.NumberFormat(LANGUAGE).format(count)} conversations`;
}
