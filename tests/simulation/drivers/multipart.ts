/** Stands in for `@fastify/multipart`: callers of the simulation bring their parts with them. */
export default async function multipart(): Promise<void> {}
