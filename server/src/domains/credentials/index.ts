export {
  checkFactor,
  checkNumber,
  confirmFactor,
  countRecoveryCodes,
  factorIsOn,
  hasFactor,
  newFactor,
  newRecoveryCodes,
  removeFactors,
} from './factor.ts'
export {
  CHOSEN,
  INIT_PASSWORD_KEY,
  type FirstPassword,
  firstPasswords,
  giveFirstPasswords,
  given,
  initialColumns,
  isFixed,
  oncePassword,
  seedInitMode,
} from './first-password.ts'
export { clearAccounts, guessKeys, ownerKeys, type TryKey, tryOnce } from './lockout.ts'
export { changeOwnPassword, resetOwnPassword } from './password-change.ts'
export { passwordDue, passwordFault, rulesOf } from './password-rules.ts'
export { type WireSecret, hashPassword, isSameHash, md5, verifyPassword, wirePassword, wireSecret } from './password.ts'
export { type Ticket, issueTicket, takeTicket, tryTicket } from './ticket.ts'
export { otpauthAddress } from './totp.ts'
export { sweepCredentials } from './sweep.ts'
