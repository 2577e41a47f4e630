import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { makeTimeStamp } from './crypto/time-stamp.ts'
import type { KeyProvider } from './key-provider.ts'
import { CERT_TYPES, certificatesOfType } from './own-certificates.ts'

/** Says when something was there: the sign server's own time stamp authority. */
export interface TimeStamper {
  certificate: Buffer
  stamp(ctx: Ctx, name: string, message: Buffer): Promise<Buffer>
}

/** The newest certificate for time stamps; refuses where there is none. */
export async function openTimeStamper(ctx: Ctx, keys: KeyProvider): Promise<TimeStamper> {
  const [found] = await certificatesOfType(ctx, CERT_TYPES.timeStamp)
  if (!found?.certificate.isForTimeStamps)
    throw refuse('没有可用的时间戳证书，请先在证书管理中签发，或改用不加时间戳的策略')
  const { certificate, key } = found
  return {
    certificate: certificate.bytes,
    stamp: (inside, name, message) =>
      keys.use(inside, key, { title: '时间戳', entity: 'signlog', name }, (signer) =>
        makeTimeStamp(message, new Date(), certificate, signer),
      ),
  }
}
