import { createHash } from 'node:crypto'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Registry } from '@xueheng/contract/derive/registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addKeyNames } from '../rows/key-names.ts'
import { type Bound, bindCall, givenBy, isCrud } from '../bind-call.ts'
import type { Ctx, CtxUser } from '../ctx.ts'
import { inTransaction } from '../db/pool.ts'
import { AppError } from '../error.ts'
import { isFileAnswer } from '../files/files.ts'
import type { Scan } from '../files/scan.ts'
import type { Module, RequestInfo } from '../module.ts'
import { assertMay } from '../access/rights.ts'
import { requireFresh, wantsProof } from '../access/step-up.ts'
import { Allowance } from './allowance.ts'
import { assertNotForeign, assertOwnSite, changesData } from './changes.ts'
import { done, failure, replaceNulls, success } from './envelope.ts'
import { sendFile } from './file-answer.ts'
import { type Found, callFinder, callOf } from './find-call.ts'
import { noteChildren } from './note-children.ts'
import { onceOnly } from './idempotency.ts'
import { type Reads, asksForRecords } from './reads.ts'
import { keepsNulls, sentInput } from './sent-input.ts'
import { type Session, tokenOf } from './session.ts'
import { UNREADABLE } from './server.ts'
import { assertStream, endStreams, holdStream } from './streams.ts'
import { receiveUploads, withGlance } from './upload.ts'

/** What routes need from the rest of the program. */
export interface RouteDeps {
  registry: Registry
  modules: Module[]
  findSession(token: string): Promise<Session | undefined>
  makeCtx(session: Session | undefined, request: FastifyRequest): Ctx
  uploadLimit: number
  /** Looks through what is uploaded before it is kept. */
  scan: Scan
  /** Of a user, for files and uploads. */
  allowance: Allowance
  /** Where there is a replica of the database. */
  reads?: Reads | undefined
}

/** Calls of nobody yet, by address. A whole town may sit behind one, and each leaves something behind: a picture, a ticket. */
const STRANGERS_PER_MINUTE = 3000
/** Of them, files to be looked through: each is read and checked to the last byte. */
const LOOKS_PER_MINUTE = 20
const LOOKS_AT_ONCE = 4

interface Gates extends RouteDeps {
  strangers: Allowance
  looks: Allowance
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The call that is asked for, once its address is read. */
    call: AnyCall | undefined
    /** Its address as declared; also where the method is another. */
    callUrl: string | undefined
  }
}

/**
 * Answers every call and alias. Throws when a call has nobody to answer it. To the web server they are one route: a route of
 * its own for each address and method, thousands of them, would take a second of every start.
 */
export function registerRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const strangers = new Allowance(STRANGERS_PER_MINUTE, Infinity)
  const gates = { ...deps, strangers, looks: new Allowance(LOOKS_PER_MINUTE, LOOKS_AT_ONCE) }
  const given = givenBy(deps.modules)
  const bounds = new Map(deps.registry.calls.map((call) => [call, bindCall(call, deps.registry, given)]))
  const find = callFinder(deps.registry)
  app.decorateRequest('call')
  app.decorateRequest('callUrl')
  app.route({
    method: ['GET', 'POST'],
    url: '/api/*',
    onRequest: (request, _reply, next) => {
      const found = find(request.url)
      request.params = found?.params ?? {}
      request.callUrl = found?.url
      request.call = found && callOf(found, request.method)
      next()
    },
    handler: (request, reply) => {
      const bound = request.call && bounds.get(request.call)
      return bound ? answer(bound, gates, request, reply) : refuseAddress(find(request.url), reply)
    },
  })
  endStreams(app)
}

/** A path that exists under another method is told so (405), not denied (404). */
function refuseAddress(found: Found | undefined, reply: FastifyReply): FastifyReply {
  if (!found) {
    reply.callNotFound()
    return reply
  }
  const allowed = [...found.calls.keys()].join(', ')
  return reply.code(405).header('allow', allowed).send(failure(405, '不支持的请求方法'))
}

async function answer(bound: Bound, deps: Gates, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { call } = bound
  const session = await sessionOf(call, deps, request)
  const input = sentInput(call, request)
  assertAllowed(call, session, input)
  assertReadable(call, request)
  if (call.writes) assertOwnSite(request)
  else if (session && changesData(call)) assertNotForeign(request)
  const work = () => carryOut(bound, deps, { session, input, request, reply })
  if (!session) return (call.body === 'look' ? deps.looks : deps.strangers).within(request.ip, work)
  if (call.answer === 'stream') assertStream(request)
  return isHeavy(call, input) ? deps.allowance.within(session.user.id, work) : work()
}

function assertReadable(call: AnyCall, { body }: FastifyRequest): void {
  const isReadable = body !== UNREADABLE && (call.body !== 'array' || Array.isArray(body))
  if (!isReadable) throw new AppError('request.unreadable')
}

/** Whole files in or out; pictures on the screen are public and small. */
function isHeavy(call: AnyCall, input: Record<string, unknown>): boolean {
  const isFile = call.answer === 'file' || Boolean(input['format'])
  return call.body === 'look' || (call.access !== 'public' && (isFile || call.body === 'upload'))
}

interface Asked {
  session: Session | undefined
  input: Record<string, unknown>
  request: FastifyRequest
  reply: FastifyReply
}

async function carryOut(bound: Bound, deps: RouteDeps, asked: Asked): Promise<unknown> {
  const { session, input, request, reply } = asked
  const { call } = bound
  const { reads } = deps
  const ctx = { ...deps.makeCtx(session, request), isConfirmed: String(input['isConfirmed']) === '1' }
  if (!session || !reads || call.answer === 'stream') return onPrimary(bound, deps, ctx, asked)
  if (asksForRecords(call, input)) {
    const info: RequestInfo = { request, reply, uploads: [] }
    const read = await reads.onReplica(ctx, session, async (inside) => {
      const result = await bound.run(inside, input, info)
      return { result, answer: await respond(bound, inside, info, result) }
    })
    if (read) await noteChildren(ctx, call, input, read.value.result)
    if (read) return read.value.answer
  }
  try {
    return await onPrimary(bound, deps, ctx, asked)
  } finally {
    await reads.mark(session.user)
  }
}

async function onPrimary(
  bound: Bound,
  deps: RouteDeps,
  ctx: Ctx,
  { session, input, request, reply }: Asked,
): Promise<unknown> {
  const { call } = bound
  if (call.body === 'look') {
    return withGlance(ctx, request, deps, input, async (looked) => {
      const info: RequestInfo = { request, reply, uploads: [], looked }
      return respond(bound, ctx, info, await bound.run(ctx, input, info))
    })
  }
  const uploads = call.body === 'upload' ? await receiveUploads(ctx, request, deps, input, call.input) : []
  const info: RequestInfo = { request, reply, uploads }
  const isWrite = changesData(call) && session !== undefined
  if (!isWrite || call.outside) {
    const result = await bound.run(ctx, input, info)
    if (session && !changesData(call) && !isFileAnswer(result)) await noteChildren(ctx, call, input, result)
    return respond(bound, ctx, info, result)
  }
  const later: (() => Promise<void>)[] = []
  const result = await inTransaction(ctx.db, async (db) => {
    const inside: Ctx = { ...ctx, db, afterwards: (work) => void later.push(work) }
    const run = () => bound.run(inside, input, info)
    const key = request.headers['idempotency-key']
    return typeof key === 'string' ? onceOnly(inside, key, hashOf(call, input), run) : run()
  })
  await carryOn(later)
  return respond(bound, ctx, info, result)
}

/** What follows a change that is kept: each part of it, whatever becomes of those before. */
async function carryOn(works: (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const work of works) await work().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

async function sessionOf(call: AnyCall, deps: RouteDeps, request: FastifyRequest): Promise<Session | undefined> {
  const token = tokenOf(request.headers, request.query)
  const session = token ? await deps.findSession(token) : undefined
  if (!session && call.access !== 'public') throw new AppError(token ? 'session.expired' : 'session.missing')
  request.callerId = session?.user.viewer?.id ?? session?.user.id ?? ''
  return session
}

/** A submit needs the right to add without an id and the right to edit with one. */
function assertAllowed(call: AnyCall, session: Session | undefined, input: Record<string, unknown>): void {
  const isWrite = changesData(call) && call.access !== 'public'
  // A file that is only looked through is kept as well.
  const keeps = isWrite || call.body === 'upload'
  if (session?.user.viewer) assertMayView(call, keeps, input)
  if (keeps && session?.user.isReadOnly) throw new AppError('tenant.expired')
  if (session && call.access !== 'public' && isKeptForOthers(call, session.user)) throw new AppError('access.refused')
  if (session?.user.duty && call.access !== 'public' && !call.beforeDuty)
    throw new AppError(`duty.${session.user.duty}`)
  if (typeof call.access !== 'string' && session) assertHolds(call, call.access, session, input)
  if (session) assertMayGive(call, session.user, input)
  if (session && wantsProof(call, input)) requireFresh(session.user, Date.now())
}

function assertHolds(
  call: AnyCall,
  access: { permission: string },
  session: Session,
  input: Record<string, unknown>,
): void {
  let { permission } = access
  if (isCrud(call) && call.action === 'submit' && !input['id']) permission = permission.replace(/_edit$/, '_add')
  if (!session.user.isAdministrator && !session.user.permissions.has(permission)) throw new AppError('access.refused')
}

/** Some values of a call need a right of their own. */
function assertMayGive(call: AnyCall, user: CtxUser, input: Record<string, unknown>): void {
  for (const [name, { permission }] of Object.entries(call.input as Fields)) {
    if (permission && input[name]) assertMay({ user }, permission)
  }
}

/** Administrators are above API scopes, as they are above rights. */
function isKeptForOthers(call: AnyCall, user: CtxUser): boolean {
  return !user.isAdministrator && user.refusedPaths.has(call.path)
}

/** Who looks with another's eyes changes nothing and carries nothing away; pictures on the screen are public. */
function assertMayView(call: AnyCall, isWrite: boolean, input: Record<string, unknown>): void {
  if (isWrite) throw new AppError('view.readOnly')
  const isFile = call.answer === 'file' || Boolean(input['format'])
  if (isFile && call.access !== 'public') throw new AppError('view.noFiles')
}

function hashOf(call: AnyCall, input: object): string {
  return createHash('sha256').update(call.name).update(JSON.stringify(input)).digest('hex')
}

async function respond(bound: Bound, ctx: Ctx, { request, reply }: RequestInfo, result: unknown): Promise<unknown> {
  const { call, fields } = bound
  if (isFileAnswer(result)) return sendFile(reply, result)
  if (call.answer === 'stream') return holdStream(request, reply)
  if (reply.sent) return reply
  if (call.answer === 'bare') return result
  if (call.answer === 'status') return done(result !== false)
  return success(keepsNulls(request) ? result : await forFamily(ctx, call, fields, result))
}

/** As clients of this API family read it: words beside keys, stand-ins for null. */
async function forFamily(ctx: Ctx, call: AnyCall, fields: Fields, result: unknown): Promise<unknown> {
  return replaceNulls(call, fields, await addKeyNames(ctx, call, result))
}
