/** An S3 server in memory that can refuse single objects. */
import type { World } from '../virtual/world.ts';

interface StoredObject {
  bytes: Buffer;
  /** Epoch ms. */
  writtenAt: number;
}

export class ObjectRefused extends Error {
  override readonly name = 'ObjectRefused';
}

export class ObjectStore {
  readonly objects = new Map<string, StoredObject>();
  /** Objects for which the store answers 403 although it works otherwise. */
  refuses: (key: string) => boolean = () => false;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  put(key: string, bytes: Buffer): void {
    this.check(key);
    this.objects.set(key, { bytes, writtenAt: Math.floor(this.world.epoch + this.world.now) });
  }

  get(key: string): Buffer | undefined {
    this.check(key);
    return this.objects.get(key)?.bytes;
  }

  delete(keys: readonly string[]): void {
    for (const key of keys) this.objects.delete(key);
  }

  list(prefix: string, before: number, beginning = ''): { key: string; bytes: number; writtenAt: number }[] {
    return [...this.objects].flatMap(([key, { bytes, writtenAt }]) =>
      key.startsWith(`${prefix}/${beginning}`) && writtenAt < before
        ? [{ key, bytes: bytes.length, writtenAt }]
        : [],
    );
  }

  private check(key: string): void {
    if (this.refuses(key)) throw new ObjectRefused('Access Denied.');
  }
}
