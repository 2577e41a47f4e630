import type { Translate } from '../../platform/i18n/i18n.ts'

const MARK = ' · '

/** Chrome 130 · Windows 10 · 电脑 in the chosen language: each part by itself, names of products stay. */
export function deviceText(t: Translate, device: string): string {
  return device
    .split(MARK)
    .map((part) => t(part))
    .join(MARK)
}
