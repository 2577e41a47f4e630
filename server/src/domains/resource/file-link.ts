import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../platform/error.ts'
import { signText } from '../../platform/signed-text.ts'

const LIFE_SECONDS = 300

export interface FileLink {
  link: string
  /** Seconds since 1970. */
  expires: number
}

/** An address that opens one file of one tenant for five minutes (or `seconds`), to whoever holds it. */
export function linkTo(
  masterKey: Buffer,
  tenantId: string,
  id: string,
  now: Date,
  seconds: number = LIFE_SECONDS,
): FileLink {
  const expires = Math.floor(now.getTime() / 1000) + seconds
  const signature = signatureOf(masterKey, tenantId, id, String(expires))
  return {
    link: `/api/blade-resource/attach/file/${tenantId}/${id}?expires=${expires}&signature=${signature}`,
    expires,
  }
}

/** A wrong and a run-out address answer alike: there is nothing here. */
export function assertLink(
  masterKey: Buffer,
  { tenantId, id, expires, signature }: { tenantId: string; id: string; expires: string; signature: string },
  now: Date,
): void {
  const wanted = Buffer.from(signatureOf(masterKey, tenantId, id, expires))
  const given = Buffer.from(signature)
  const isSigned = wanted.length === given.length && timingSafeEqual(wanted, given)
  if (!isSigned || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime()) {
    throw new AppError('row.notFound')
  }
}

function signatureOf(masterKey: Buffer, tenantId: string, id: string, expires: string): string {
  return signText(masterKey, 'file link', `${tenantId}\n${id}\n${expires}`)
}
