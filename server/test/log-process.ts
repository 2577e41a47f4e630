import { AppError } from '../src/platform/error.ts'
import { createServer } from '../src/platform/http/server.ts'

/** A server whose log is this process's output: a refusal, a fault and a note of hostile text. */
const app = await createServer('info')
app.get('/refused', (request) => {
  request.callerId = '7'
  throw new AppError('access.refused')
})
app.get('/fault', () => Promise.reject(new Error('broken\n{"level":60,"msg":"forged"}')))
app.get('/noted', async (request) => {
  request.log.info({ req: request, typed: String((request.query as Record<string, unknown>)['name']) }, 'noted')
  return {}
})
const forged = '%0a%7B%22level%22%3A60%2C%22msg%22%3A%22forged%22%7D%0d%1b%5B31m'
for (const path of ['refused', 'fault']) await app.inject({ url: `/${path}?name=${forged}` })
await app.inject({
  url: `/noted?name=${forged}&Blade-Auth=hidden1&newPassword=hidden2&mfa_token=hidden3&code=hidden4`,
  headers: { 'user-agent': 'a\tb', authorization: 'Basic hidden5', 'blade-auth': 'bearer hidden6' },
})
await app.close()
