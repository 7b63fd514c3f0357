export interface Notice {
  id: number;
  text: string;
  action?: NoticeAction;
}

export interface NoticeAction {
  label: string;
  run(): void;
}

/** Short messages that wait until the user has seen them, oldest first. */
export class Notices {
  list = $state.raw<Notice[]>([]);
  #lastId = 0;

  /** Shows a message and returns its id. The same words again replace the older message. */
  add(text: string, action?: NoticeAction): number {
    const notice: Notice = { id: ++this.#lastId, text, ...(action && { action }) };
    this.list = [...this.list.filter((other) => other.text !== text), notice];
    return notice.id;
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
