import { type Server, type Socket, connect, createServer } from 'node:net'

export interface PoolerOptions {
  /** Of PostgreSQL. */
  port: number
  /** `transaction` lends a server until its transaction ends, `session` until the client leaves. */
  mode: 'session' | 'transaction'
  /** Leaves the start-up parameter of that name out, as poolers do that do not know it. */
  without?: string
}

/** A pooler between PostgreSQL's clients and a server, as much of one as tells its modes apart. Answers its port. */
export class Pooler {
  private readonly server: Server
  private readonly idle: Socket[] = []
  private readonly waiting: ((socket: Socket) => void)[] = []
  private readonly open = new Set<Socket>()

  constructor(private readonly options: PoolerOptions) {
    this.server = createServer((client) => this.serve(client))
  }

  listen(): Promise<number> {
    return new Promise((done) => {
      this.server.listen(0, '127.0.0.1', () => done((this.server.address() as { port: number }).port))
    })
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy()
    await new Promise((done) => this.server.close(done))
  }

  /** The first server of a client is its own until the sign-in is through. */
  private serve(client: Socket): void {
    let lent: Socket | undefined = this.connect()
    let isStarted = false
    let sent = Promise.resolve()
    const deliver = async (bytes: Buffer): Promise<void> => {
      lent ??= await this.take()
      hear(lent)
      lent.write(bytes)
    }
    const hear = (socket: Socket): void => {
      socket.removeAllListeners('data')
      const messages = new Messages()
      socket.on('data', (bytes: Buffer) => {
        client.write(bytes)
        if (!messages.isReady(bytes) || this.options.mode === 'session') return
        lent = undefined
        this.release(socket)
      })
    }
    client.on('data', (bytes: Buffer) => {
      const isFirst = !isStarted
      isStarted = true
      sent = sent.then(() => deliver(isFirst ? this.started(bytes) : bytes))
    })
    client.on('close', () => lent?.destroy())
    client.on('error', () => lent?.destroy())
    this.open.add(client)
  }

  private started(bytes: Buffer): Buffer {
    const { without } = this.options
    if (without === undefined) return bytes
    const fields = bytes.subarray(8, -1).toString('utf8').split('\0').slice(0, -1)
    const kept: string[] = []
    for (let at = 0; at < fields.length; at += 2)
      if (fields[at] !== without) kept.push(fields[at] ?? '', fields[at + 1] ?? '')
    const body = Buffer.from(`${kept.join('\0')}\0\0`)
    const head = Buffer.alloc(8)
    head.writeInt32BE(body.length + 8, 0)
    bytes.copy(head, 4, 4, 8)
    return Buffer.concat([head, body])
  }

  private connect(): Socket {
    const socket = connect(this.options.port, '127.0.0.1')
    socket.on('error', () => undefined)
    this.open.add(socket)
    return socket
  }

  private take(): Promise<Socket> {
    const socket = this.idle.pop()
    return socket ? Promise.resolve(socket) : new Promise((done) => void this.waiting.push(done))
  }

  private release(socket: Socket): void {
    const next = this.waiting.shift()
    if (next) next(socket)
    else this.idle.push(socket)
  }
}

const READY = 'Z'.charCodeAt(0)
const OUTSIDE = 'I'.charCodeAt(0)

/** Follows the messages of a server: a kind, a length, a body. */
class Messages {
  private rest = Buffer.alloc(0)

  /** Whether the last message says that the server is ready and in no transaction. */
  isReady(bytes: Buffer): boolean {
    this.rest = Buffer.concat([this.rest, bytes])
    let isReady = false
    while (this.rest.length >= 5) {
      const length = this.rest.readInt32BE(1) + 1
      if (this.rest.length < length) break
      isReady = this.rest[0] === READY && this.rest[5] === OUTSIDE
      this.rest = this.rest.subarray(length)
    }
    return isReady && this.rest.length === 0
  }
}
