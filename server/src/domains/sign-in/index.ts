export { drawQrCode } from './qr.ts'
export { loadSession } from './load-session.ts'
export { sweepSignIns } from './sweep.ts'
