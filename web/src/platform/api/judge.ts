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
  if (code !== 200) throw new ApiError(code, wordsOf(envelope), problemsOf(envelope))
  return 'code' in envelope ? envelope.data : body
}

function wordsOf(envelope: Envelope): string {
  return envelope.msg || envelope.error_description || '未知错误'
}

/** Refused forms carry their faults beside the message or inside `data`. */
function problemsOf(envelope: Envelope): FieldProblem[] {
  if (Array.isArray(envelope.problems)) return envelope.problems
  const inside = (envelope.data as { problems?: FieldProblem[] } | null | undefined)?.problems
  return Array.isArray(inside) ? inside : []
}
