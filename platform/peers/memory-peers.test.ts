import { MemoryRoom } from './memory-peers.test-support.ts';
import { peersContract } from './peers.contract.ts';

peersContract('memory', count => {
  const room = new MemoryRoom();
  return Array.from({ length: count }, () => room.join());
});
