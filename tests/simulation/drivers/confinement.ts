/** Stands in for the confinement of document workers; the simulation has no worker processes. */
export * from '../../../services/extractor/worker/confinement.ts';

export const confinement = () => ({ walls: {} });
