import type { Write } from '../contract/backend';
import { StorageError } from '../contract/errors';
import type { Project } from '../contract/projects';
import type { Database } from './database';
import { readKeys } from './session-reading';
import type { Sessions } from './sessions';
import type { Batch } from './writes';

/** Created ones, oldest first, then those that only their sessions name. */
export async function listProjects(db: Database): Promise<Project[]> {
  const rows = (await db.projects.toArray()).sort((a, b) => a.createdAt - b.createdAt);
  const created = new Set(rows.map((row) => row.id));
  const implied = [...(await projectsInUse(db))].filter((id) => !created.has(id));
  return [...rows, ...implied.map((id) => ({ id, name: id, createdAt: 0, updatedAt: 0 }))];
}

export async function createProject(
  db: Database,
  batch: Batch,
  { id, name, at }: Write & { op: 'project.create' },
): Promise<Project> {
  if (await db.projects.get(id)) {
    throw new StorageError({
      code: 'conflict',
      message: `There is a project "${id}" already.`,
      retryable: false,
      path: 'id',
    });
  }
  return put(db, batch, { id, name, createdAt: at, updatedAt: at });
}

export async function renameProject(
  db: Database,
  batch: Batch,
  { id, name, at }: Write & { op: 'project.rename' },
): Promise<Project> {
  const stored = await db.projects.get(id);
  if (!stored && !(await projectsInUse(db)).has(id)) {
    throw new StorageError({
      code: 'invalid-argument',
      message: `There is no project "${id}".`,
      retryable: false,
      path: 'id',
    });
  }
  return put(db, batch, { id, name, createdAt: stored?.createdAt ?? at, updatedAt: at });
}

export async function deleteProject(db: Database, batch: Batch, sessions: Sessions, id: string): Promise<void> {
  await db.projects.delete(id);
  await sessions.deleteAll(batch, id);
  batch.changed({ kind: 'project', projectId: id, deleted: true });
}

async function put(db: Database, batch: Batch, project: Project): Promise<Project> {
  await db.projects.put(project);
  batch.changed({ kind: 'project', projectId: project.id, deleted: false });
  return project;
}

async function projectsInUse(db: Database): Promise<Set<string>> {
  return new Set((await readKeys(db)).map(({ projectId }) => projectId));
}
