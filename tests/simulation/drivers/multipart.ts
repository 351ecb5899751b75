/** Stands in for `@fastify/multipart`: the simulation's requests carry their parts with them. */
export default async function multipart(): Promise<void> {}
