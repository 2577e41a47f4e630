import { Agent, request } from 'node:http'
import { hashPassword, md5, verifyPassword } from '../src/domains/credentials/password.ts'
import { CONCURRENT, bestOf, onStudents, rateOf } from './list-load.ts'

export interface SignInFigures {
  /** Sign-ins per second through HTTP, of eight people at a time. */
  ours: number
  /** Bare argon2id verifications per second with the same parameters, eight at a time. */
  bare: number
  ratio: number
}

/** Password sign-ins through the product against the one thing they cannot do without. */
export function benchSignIn(): Promise<SignInFigures> {
  return onStudents(async (start) => {
    const [port = '', , , client = ''] = await start('product')
    const agent = new Agent({ keepAlive: true })
    const hash = await hashPassword(md5('bench'))
    const { ours, bare } = await bestOf({
      ours: (seconds) => rateOf((turn) => signIn(Number(port), client, agent, `person${turn % CONCURRENT}`), seconds),
      bare: (seconds) => rateOf(() => verifyPassword(hash, md5('bench')), seconds),
    })
    agent.destroy()
    return { ours: Math.round(ours * 10) / 10, bare: Math.round(bare * 10) / 10, ratio: ours / bare }
  })
}

function signIn(port: number, client: string, agent: Agent, username: string): Promise<void> {
  const asked = { tenantId: '097108', username, password: md5('bench'), grant_type: 'password' }
  const path = `/api/blade-auth/oauth/token?${new URLSearchParams(asked).toString()}`
  return new Promise((done, fail) => {
    const sent = request({ port, path, method: 'POST', agent, headers: { authorization: client } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`sign-in answers ${response.statusCode}`))
      response.resume()
      response.on('end', done)
    })
    sent.on('error', fail).end()
  })
}
