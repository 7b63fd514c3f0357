import { createProjectSchema, deleteProjectSchema, renameProjectSchema } from '../contract/arguments';
import type { Backend } from '../contract/backend';
import { check } from '../contract/check';
import { type Project, type ProjectsApi } from '../contract/projects';
import { newId } from '../lib/id';
import type { Outbox } from './outbox';
import type { SessionsClient } from './sessions';

/** The page's end of the projects. */
export function createProjects(backend: Backend, outbox: Outbox, sessions: SessionsClient): ProjectsApi {
  return {
    async list() {
      await outbox.settled();
      return { projects: await backend.projects() };
    },
    async create(request) {
      const { id = newId(), name } = check(createProjectSchema, request);
      const at = Date.now();
      return (await outbox.write(() => ({ op: 'project.create', id, name, at }))) as Project;
    },
    async rename(request) {
      const { id, name } = check(renameProjectSchema, request);
      const at = Date.now();
      return (await outbox.write(() => ({ op: 'project.rename', id, name, at }))) as Project;
    },
    async delete(request) {
      await sessions.deleteProject(check(deleteProjectSchema, request).id);
    },
  };
}
