/** Asks the user to prove who they are; `true` once the server believes it. */
export type ProofAsker = () => Promise<boolean>

let asker: ProofAsker | undefined
let asking: Promise<boolean> | undefined

/** The shell hands over its dialog. */
export function bindProof(ask: ProofAsker | undefined): void {
  asker = ask
}

/** Whether the server wants a proof before it does what was asked. */
export function wantsProof(response: Response): boolean {
  return response.status === 403 && response.headers.get('X-Step-Up') === 'required'
}

/** One dialog however many calls wait for it. */
export function proveIdentity(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => (asking = undefined))
  return asking
}
