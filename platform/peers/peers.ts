/**
 * The port for short messages between the processes of a role, so that they can share work. Delivery is best effort:
 * nobody waits for a message, none is stored, and a process that was not listening has missed it. Messages carry ids
 * and numbers, never anything of a document.
 */
export interface Peers {
  /** Id of this process: a UUID. */
  readonly id: string;
  /** Sends to one process, by its id. */
  tell(to: string, message: object): void;
  /** Sends to all other processes. */
  tellAll(message: object): void;
  /** Listens to the other processes; the messages of each arrive in order. May be called once. Messages must be validated. */
  listen(heard: (from: string, message: unknown) => void): void;
  close(): void;
}

/** Largest message in bytes. Ours are smaller; larger ones come from elsewhere. */
export const MESSAGE_CEILING_BYTES = 4_096;
export const PROCESS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
