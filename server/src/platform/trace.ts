import { type Attributes, type Span, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api'

/** What the program tells of its work. Without a collector (`startTracing`) all of it is nothing. */
const tracer = trace.getTracer('xueheng')

/** Runs `work` as one span of the trace that is under way; what it throws is told by its kind, never by its words. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, (span) => closing(span, work))
}

async function closing<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
    throw error
  } finally {
    span.end()
  }
}

/** The span of a request, as part of the caller's trace where it names one; `go` handles the request within it. */
export function openRequest(method: string, headers: object, go: () => void): Span {
  const caller = propagation.extract(context.active(), headers)
  const span = tracer.startSpan(
    method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
    caller,
  )
  context.with(trace.setSpan(caller, span), go)
  return span
}

/** The route stands for the address, which may hold names and numbers of people. */
export function closeRequest(span: Span, method: string, route: string, status: number): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** By what the lines of the log are found from the trace; nothing where nobody collects. */
export function traceIdOf(span: Span): string | undefined {
  return span.isRecording() ? span.spanContext().traceId : undefined
}

type Environment = Record<string, string | undefined>

/** Whether the environment names a collector and does not forbid it, by the names OpenTelemetry gives its variables. */
export function isTraced(env: Environment): boolean {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']
  return Boolean(endpoint) && env['OTEL_SDK_DISABLED'] !== 'true' && env['OTEL_TRACES_EXPORTER'] !== 'none'
}

/** Sends traces to the collector the environment names, if any; answers what sends the last of them and ends it. */
export async function startTracing(version: string): Promise<() => Promise<void>> {
  if (!isTraced(process.env)) return () => Promise.resolve()
  const [hooks, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ])
  const own = { 'service.name': process.env['OTEL_SERVICE_NAME'] || 'xueheng', 'service.version': version }
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes(own).merge(named),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown().catch(() => undefined)
    for (const part of [trace, context, propagation]) part.disable()
  }
}
