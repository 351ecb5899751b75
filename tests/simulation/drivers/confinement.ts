/** Stands in for the confinement of document workers: there are none. */
export const confinement = () => ({ network: 'none', diesWithParent: true });
