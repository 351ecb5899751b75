/**
 * The port for short messages between the processes of a role, so that they can share work. Best effort:
 * nobody waits for a message, none is stored, and a process that was not listening has missed it. They carry ids and numbers, never
 * anything of a document.
 */
export interface Peers {
  /** Of this process: a UUID. */
  readonly id: string;
  /** To one process, by its id. */
  tell(to: string, message: object): void;
  /** To all others. */
  tellAll(message: object): void;
  /** Hears what the others say, in the order in which each said it. To be called once. What is heard is not to be believed. */
  listen(heard: (from: string, message: unknown) => void): void;
  close(): void;
}

/** More is none of ours. */
export const MESSAGE_CEILING_BYTES = 4_096;
export const PROCESS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
