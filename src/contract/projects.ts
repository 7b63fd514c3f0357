/** The project that a first start has. */
export const FIRST_PROJECT = { id: 'home', name: 'Home' } as const;

/** A folder of sessions. Times are epoch milliseconds; a project that only its sessions name has times 0. */
export interface Project {
  id: string;
  name: string;
  createdAt: number;
  updatedAt: number;
}

/** `window.api.projects`. Every method rejects with a `StorageError`. */
export interface ProjectsApi {
  /** Oldest first, and every project that has sessions but was never created, named by its id. */
  list(): Promise<{ projects: Project[] }>;
  /** `id` defaults to a UUID; an id that exists is refused with `conflict`. */
  create(request: { id?: string; name: string }): Promise<Project>;
  /** Also gives a name to a project that only its sessions name. */
  rename(request: { id: string; name: string }): Promise<Project>;
  /** Deletes the project and every session in it, in one transaction. */
  delete(request: { id: string }): Promise<void>;
}
