import type { State, Token } from './state.ts'

type Place = Omit<Token, 'id' | 'parent' | 'edge'> & { parent: string | undefined; edge?: string | undefined }

/** The places where a process waits, in a tree: an embedded process and a task of several people hold others. */
export class Tokens {
  constructor(private readonly state: State) {}

  add({ parent, edge, ...place }: Place): Token {
    this.state.last += 1
    const token: Token = { id: `e${this.state.last}`, ...place, ...(parent && { parent }), ...(edge && { edge }) }
    this.state.tokens.push(token)
    return token
  }

  remove(token: Token): void {
    this.state.tokens = this.state.tokens.filter((one) => one !== token)
  }

  find(id: string): Token | undefined {
    return this.state.tokens.find((token) => token.id === id)
  }

  /** What waits inside a token; on the top level without one. */
  inside(parent: string | undefined): Token[] {
    return this.state.tokens.filter((token) => token.parent === parent)
  }

  waitingAt(node: string, parent: string | undefined): Token[] {
    return this.inside(parent).filter((token) => token.node === node && token.wait === 'join')
  }

  joins(): Token[] {
    return this.state.tokens.filter((token) => token.wait === 'join')
  }
}
