import type { PaperSealer } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { KeyProvider } from './key-provider.ts'
import { keepAttempts, signOne, writeLines } from './sign-attempt.ts'
import { openDesk } from './sign-document.ts'
import { type SignLine, signLogKey } from './sign-log.ts'

/** Seals the papers of a job: all of them, or the job ends with the first that cannot be sealed. */
export function paperSealer(keys: KeyProvider, masterKey: Buffer): PaperSealer {
  const logKey = signLogKey(masterKey)
  return {
    async open(ctx, choice) {
      const desk = await openDesk(ctx, keys, choice)
      const lines: SignLine[] = []
      return {
        sealName: desk.seal.sealName,
        async press(name, pdf) {
          const { bytes, line } = await signOne(ctx, desk, name, async () => pdf)
          if (bytes) {
            lines.push(line)
            return bytes
          }
          await keepAttempts(ctx, logKey, [line])
          throw refuse(`没有盖章，也没有印制：${name.split('/').at(-1)}：${line.errorMsg ?? ''}`)
        },
        finish: (inside) => writeLines(inside, logKey, desk, lines),
      }
    },
  }
}
