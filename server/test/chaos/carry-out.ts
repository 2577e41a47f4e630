import { randomUUID } from 'node:crypto'
import type { Ask } from './phases.ts'
import { type Program, startProgram } from './program.ts'
import { type World, age } from './world.ts'

/** How the program is to die: before a step, or some time after the phase was asked for; not at all without either. */
export interface Death {
  step?: number
  ms?: number
}

export interface Outcome {
  /** Whether it died before the phase was over. */
  hasDied: boolean
  /** Steps it took since it was started last. */
  steps: string[]
  ms: number
}

/** On a machine with other work a start alone takes ten seconds and more. */
const PATIENCE_MS = 120_000

/** A person at the desk: asks until there is an answer, starts the program again when it has died. */
export class Desk {
  private constructor(
    readonly world: World,
    private readonly token: string,
    public program: Program,
  ) {}

  static async open(world: World, token: string): Promise<Desk> {
    const program = await startProgram(world.url, world.folder)
    // Who asks is known before steps are counted, as it is to a program that has been asked before.
    const known = await fetch(`${program.origin}/api/blade-desk/job/list`, {
      headers: { 'blade-auth': `bearer ${token}` },
    })
    if (known.status !== 200) throw new Refused(`job/list: ${known.status}`)
    return new Desk(world, token, program)
  }

  async revive(): Promise<void> {
    if (this.program.isAlive()) return
    await age(this.world)
    this.program = await startProgram(this.world.url, this.world.folder)
  }

  /** The same request under the same key, so that it counts once; answers the id of its job. */
  async ask(ask: Ask): Promise<string> {
    const key = randomUUID()
    const wanted = await ask(this.world)
    const end = Date.now() + PATIENCE_MS
    while (Date.now() < end) {
      const answer = await this.send(wanted, key).catch((error: unknown) => {
        if (error instanceof Refused) throw error
        return undefined
      })
      if (answer !== undefined) return answer
      // A connection ends a moment before its process is seen to be gone.
      await new Promise((wait) => setTimeout(wait, 50))
      await this.revive()
    }
    throw new Refused(`${wanted.path} is not answered`)
  }

  private async send(wanted: Awaited<ReturnType<Ask>>, key: string): Promise<string> {
    const headers: Record<string, string> = { 'blade-auth': `bearer ${this.token}`, 'idempotency-key': key }
    let body: FormData | string
    if ('file' in wanted) {
      body = new FormData()
      body.append('file', new Blob([wanted.file]), 'scores.csv')
    } else {
      body = JSON.stringify(wanted.body)
      headers['content-type'] = 'application/json'
    }
    const response = await fetch(this.program.origin + wanted.path, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answer = (await response.json()) as { msg: string; data: { jobId?: string } }
    if (response.status !== 200) throw new Refused(`${wanted.path}: ${response.status} ${answer.msg}`)
    return answer.data.jobId ?? ''
  }

  /** Waits until a job has ended well. */
  async wait(jobId: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    while (Date.now() < end) {
      const found = await this.world.owner.query<{ state: string; text: string }>(
        'select state, text from job where id = $1',
        [jobId],
      )
      const { state, text } = found.rows[0] ?? { state: 'missing', text: '' }
      if (state === 'done') return
      if (state !== 'waiting' && state !== 'running') throw new Refused(`job ${state}: ${text}`)
      await new Promise((wait) => setTimeout(wait, 50))
      await this.revive()
    }
    throw new Refused(`job ${jobId} did not end`)
  }
}

/** What the desk was told instead of what it asked for; never the work of a kill alone. */
class Refused extends Error {}

/** Takes the world of a desk through a phase with a program that dies on the way, until the phase is done. */
export async function carryOut(desk: Desk, asks: Ask[], death: Death): Promise<Outcome> {
  await desk.revive()
  const first = desk.program
  first.arm(death.step ?? 0)
  const startedAt = Date.now()
  const timer = death.ms === undefined ? undefined : setTimeout(() => void first.kill(), death.ms)
  try {
    for (const ask of asks) {
      const jobId = await desk.ask(ask)
      if (jobId) await desk.wait(jobId)
    }
    const ms = Date.now() - startedAt
    const steps = await desk.program.steps()
    desk.program.arm(0)
    return { hasDied: !first.isAlive(), steps, ms }
  } finally {
    clearTimeout(timer)
  }
}
