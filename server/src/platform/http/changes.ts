import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { FastifyRequest } from 'fastify'
import type { CtxUser } from '../ctx.ts'
import { AppError } from '../error.ts'

/** Whether a call writes: what writes runs in a transaction, leaves a line in the log, and is refused to who may only look. */
export function changesData(call: AnyCall): boolean {
  return (call.method === 'POST' || call.writes === true) && !call.readOnly
}

/**
 * A GET that changes data must not be set off by a link, a picture or a page of another site: the token has to come in
 * the header, which no foreign page can set, and the browser must not say that the request began elsewhere.
 */
export function assertOwnSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const isForeign = site !== undefined && site !== 'same-origin'
  if (isForeign || !request.headers['blade-auth']) throw new AppError('access.refused')
}

/**
 * Whoever writes with the token in the address, where a leaked link carries it along, must not be a form of another site.
 * Programs that are no browsers say nothing of a site.
 */
export function assertNotForeign({ headers, host }: FastifyRequest): void {
  if (headers['blade-auth']) return
  const { 'sec-fetch-site': site, origin } = headers
  const isForeign = site === undefined ? origin !== undefined && hostOf(origin) !== host : site !== 'same-origin'
  if (isForeign) throw new AppError('access.refused')
}

/** Sandboxed pages send `null` as their origin. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/**
 * What routes ask of whoever writes, for calls that write without a transaction around them because they wait for
 * somebody else's answer.
 */
export function assertMayWrite({ viewer, isReadOnly }: CtxUser): void {
  if (viewer) throw new AppError('view.readOnly')
  if (isReadOnly) throw new AppError('tenant.expired')
}
