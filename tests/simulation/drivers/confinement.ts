/** Stands in for the confinement of document workers: there are none. */
export * from '../../../services/extractor/worker/confinement.ts';

export const confinement = () => ({ walls: {} });
