import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * The password as the token call takes it: lower-case MD5 hex, then AES-CBC-PKCS7 with the ASCII key whose first
 * 16 bytes are also the IV, in Base64. WebCrypto is not used: browsers hide it on plain http.
 */
export function wirePassword(password: string, cipherKey: string): string {
  return sealed(md5Hex(password), cipherKey)
}

/** A new password so that the server can hold it against the tenant's rules: the text itself in the same form. */
export function wireText(password: string, cipherKey: string): string {
  return sealed(`=${password}`, cipherKey)
}

function sealed(text: string, cipherKey: string): string {
  const key = new TextEncoder().encode(cipherKey)
  const bytes = cbc(key, key.slice(0, 16)).encrypt(new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...bytes))
}

/** Lower-case MD5 hex of a text in UTF-8, the form in which passwords are changed. */
export function md5Hex(text: string): string {
  return bytesToHex(md5(new TextEncoder().encode(text)))
}
