import { type ErrorKind, errors } from '@xueheng/contract/kit/error.ts'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError } from '../error.ts'
import { refusalBehind, tellFault } from '../faults.ts'
import type { Config } from '../config.ts'
import { failure } from './envelope.ts'
import { instrument } from './metrics.ts'

const BODY_LIMIT = 10 * 1024 * 1024
/** How long a request may take to arrive: the largest upload over a slow line, not a line held open for ever. */
const ARRIVAL_MS = 15 * 60_000

/** Of 2026: forward secrecy and authenticated encryption, in this order. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

export type Reception = Partial<Pick<Config, 'trustProxy' | 'tls' | 'isExposed'>>

/** Bodies tolerate what clients of this family send; a body that cannot be read is a refusal, not a fault. */
export async function createServer(
  logLevel: string,
  { trustProxy = 'loopback', tls, isExposed = false }: Reception = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    https: tls ? { ...tls, minVersion: 'TLSv1.2', ciphers: CIPHERS, honorCipherOrder: true } : null,
    logger:
      logLevel === 'silent'
        ? false
        : {
            level: logLevel,
            redact: ['req.headers.authorization', 'req.headers["blade-auth"]'],
            serializers: { req: requestLine },
          },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVAL_MS,
    trustProxy,
    routerOptions: { maxParamLength: 500, caseSensitive: true, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // An address that cannot be read is refused before any hook runs.
    frameworkErrors: (_error, request, reply) => void refuseAddress(request, reply),
  })
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'identity'] })
  await app.register(multipart)
  acceptBodies(app)
  acceptXml(app)
  // First, so that what the next ones turn away is timed and told, too.
  instrument(app)
  secure(app)
  if (isExposed) demandEncryption(app)
  app.setErrorHandler(onError)
  return app
}

/** Addresses without the secrets their query may carry. */
function requestLine(request: { method: string; url: string }): { method: string; url: string } {
  return {
    method: request.method,
    url: request.url.replaceAll(SECRETS, '$1=***'),
  }
}

const SECRETS = /\b(Blade-Auth|\w*password\w*|\w*token|code|value|secret|signature)=[^&]*/gi

/** Stands for a body that cannot be read: whose request it is, and whether they may, is asked before it is refused. */
export const UNREADABLE = Object.freeze({})

function acceptBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, next) => {
    const text = String(body).trim()
    if (text === '') return next(null, {})
    try {
      next(null, JSON.parse(text, dropDangerous))
    } catch {
      next(null, UNREADABLE)
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) => {
    next(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/** Types of what calls with `body: 'xml'` take, and how much of it. */
const XML_TYPES = ['text/xml', 'application/xml']
const XML_LIMIT = 1024 * 1024

function acceptXml(app: FastifyInstance): void {
  app.addContentTypeParser(XML_TYPES, { parseAs: 'string', bodyLimit: XML_LIMIT }, (request, body, next) => {
    const isAsked = request.call?.body === 'xml'
    next(isAsked ? null : new AppError('request.type'), String(body))
  })
}

/** What would change how an object behaves: its prototype, or what it says it is as a text, a number or JSON. */
const DANGEROUS = new Set(['__proto__', 'constructor', 'toString', 'valueOf', 'toJSON'])

function dropDangerous(key: string, value: unknown): unknown {
  return DANGEROUS.has(key) ? undefined : value
}

const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' http: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

const METHODS = new Set(['GET', 'HEAD', 'POST'])
/** A year, told only where the request came in encrypted: over plain http browsers ignore it. */
const HSTS = 'max-age=31536000; includeSubDomains'

/** What every answer tells the browser to leave alone. */
function guards(request: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': request.id,
    'content-security-policy': CSP,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(request.protocol === 'https' && { 'strict-transport-security': HSTS }),
    ...(request.url.startsWith('/api/') && { 'cache-control': 'no-store' }),
  }
}

function refuseAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.headers(guards(request)).code(400).send(failure(400, '请求内容无法解析'))
}

function secure(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(guards(request))
    // Other sites are not let in, so their browsers' question beforehand is not answered either.
    if (!METHODS.has(request.method)) {
      return reply.code(405).header('allow', 'GET, POST').send(failure(405, '不支持的请求方法'))
    }
  })
}

const OPEN = new Set(['/healthz', '/readyz'])
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/** Over plain http beyond this machine only what a trusted proxy says came to it encrypted is answered. */
function demandEncryption(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https' || LOOPBACK.test(request.socket.remoteAddress ?? '')) return
    if (!OPEN.has(request.url)) return reply.code(403).send(failure(403, '请使用 https 访问'))
  })
}

function onError(
  error: FastifyError | AppError,
  request: { id: string; log: { error(o: object, m: string): void } },
  reply: { header(name: string, value: string): unknown; code(n: number): { send(b: unknown): unknown } },
): unknown {
  const known = refusalBehind(error) ?? unreadable(error as FastifyError)
  const { isStepUp, isQuestion, status, message, problems } = known ?? tellFault(error, request.id)
  if (status >= 500) request.log.error({ err: error }, known ? 'out of order' : 'unexpected')
  if (isStepUp) reply.header('x-step-up', 'required')
  if (isQuestion) reply.header('x-confirm', 'required')
  return reply.code(status).send(failure(status, message, problems))
}

/** What the web server itself refuses to read. */
function unreadable({ statusCode = 500 }: FastifyError): AppError | undefined {
  if (statusCode >= 500) return undefined
  const status = statusCode as ErrorKind['status']
  return new AppError({ status, text: errors['request.unreadable'].text })
}
