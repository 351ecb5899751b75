/** Receives deliveries and prints them: `WEBHOOK_SECRET=… node receiver.ts`, on `PORT` or 9000. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isGenuine } from './verify.ts';

const secret = process.env.WEBHOOK_SECRET ?? '';
const port = Number(process.env.PORT ?? 9000);

createServer(async (request, response) => {
  const body = await buffer(request);
  const header = (name: string) => String(request.headers[`x-service-${name}`] ?? '');
  const genuine = isGenuine(header('signature'), body, secret, Date.now() / 1000);
  // Any 2xx ends the deliveries of this job; do slow work afterwards. A repeat has the same X-Service-Delivery.
  response.writeHead(genuine ? 204 : 401).end();
  const told = genuine ? body.toString('utf8', 0, 200) : 'not genuine';
  console.log(
    `job ${header('job-id')}, delivery ${header('delivery')}, attempt ${header('attempt')}: ${told}`,
  );
}).listen(port, () => console.log(`receiving on http://127.0.0.1:${port}/`));
