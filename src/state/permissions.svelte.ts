import type { PermissionOption, PermissionOutcome, PermissionRequest } from '../agents/agent';

interface Question {
  request: PermissionRequest;
  answer(outcome: PermissionOutcome): void;
}

/** What an agent is waiting to hear from the user; it may ask several things at once, which are shown one by one. */
export class Permissions {
  #questions = $state.raw<Question[]>([]);
  current = $derived(this.#questions[0]?.request ?? null);

  ask(request: PermissionRequest): Promise<PermissionOutcome> {
    return new Promise((answer) => {
      this.#questions = [...this.#questions, { request, answer }];
    });
  }

  /** Answers the current question; returns the option, or `undefined` where the question has no such option. */
  choose(optionId: string): PermissionOption | undefined {
    const [question, ...rest] = this.#questions;
    const option = question?.request.options.find((candidate) => candidate.optionId === optionId);
    if (!question || !option) return undefined;
    this.#questions = rest;
    question.answer({ outcome: 'selected', optionId });
    return option;
  }

  /** An agent that never hears back may hang for ever, so a stopped turn answers everything. */
  cancelAll(): void {
    const questions = this.#questions;
    this.#questions = [];
    for (const { answer } of questions) answer({ outcome: 'cancelled' });
  }
}
