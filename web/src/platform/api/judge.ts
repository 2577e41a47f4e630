import { ApiError, type FieldProblem } from './error.ts'

interface Envelope {
  code?: number
  error_code?: number
  msg?: string
  error_description?: string
  data?: unknown
  problems?: FieldProblem[]
}

/** What an answer carries: `data` of the envelope, or a bare body as it is. Anything but code 200 is thrown. */
export function judge(status: number, body: unknown): unknown {
  const envelope: Envelope = typeof body === 'object' && body !== null ? body : {}
  const code = envelope.code ?? envelope.error_code ?? status
  if (code !== 200) throw new ApiError(code, wordsOf(envelope, code), problemsOf(envelope))
  return 'code' in envelope ? envelope.data : body
}

/** Without words of the server the answer is that of a proxy before it, or of something that is not it. */
function wordsOf(envelope: Envelope, code: number): string {
  const isDown = code === 502 || code === 503 || code === 504
  return envelope.msg || envelope.error_description || (isDown ? SERVER_DOWN : UNREADABLE)
}

const SERVER_DOWN = '服务暂时无法访问，请稍后再试'
const UNREADABLE = '收到无法识别的应答，请检查网络或代理后重试'

/** Refused forms carry their faults beside the message or inside `data`. */
function problemsOf(envelope: Envelope): FieldProblem[] {
  if (Array.isArray(envelope.problems)) return envelope.problems
  const inside = (envelope.data as { problems?: FieldProblem[] } | null | undefined)?.problems
  return Array.isArray(inside) ? inside : []
}
