/** A named look: a seed colour, a side, a mode and how round corners are. */
export interface Preset {
  key: string
  title: string
  seed: string
  side: 'paper' | 'ink' | 'primary'
  isDark?: boolean
  radius: number
  /** What the desk, the sheets and their lines are tinted with; the warm paper of the default without it. */
  tint?: string
}

export const DEFAULT_SEED = '#409EFF'

/** The first is the default. Keys are those users of this product family have saved. */
export const PRESETS: [Preset, ...Preset[]] = [
  { key: 'theme-default', title: '纸墨', seed: DEFAULT_SEED, side: 'paper', radius: 6 },
  { key: 'theme-white', title: '素白', seed: '#3D6B8C', side: 'paper', radius: 4, tint: '#7c8ea3' },
  { key: 'theme-dark', title: '夜读', seed: DEFAULT_SEED, side: 'paper', isDark: true, radius: 6 },
  { key: 'theme-star', title: '星空', seed: '#8C9EFF', side: 'ink', isDark: true, radius: 8, tint: '#4254c8' },
  { key: 'theme-bule', title: '青花', seed: '#1F5FBF', side: 'primary', radius: 6, tint: '#2b62b8' },
  { key: 'theme-iview', title: '靛青', seed: '#2D8CF0', side: 'ink', radius: 4, tint: '#5b7fa6' },
  { key: 'theme-vip', title: '鎏金', seed: '#B98A2F', side: 'ink', radius: 6, tint: '#c08a1e' },
  { key: 'theme-cool', title: '碧水', seed: '#13A8A8', side: 'paper', radius: 8, tint: '#1f9e9e' },
  { key: 'theme-d2', title: '藏蓝', seed: '#2F54EB', side: 'primary', radius: 2, tint: '#44557a' },
  { key: 'theme-hey', title: '朱砂', seed: '#C0392B', side: 'paper', radius: 4, tint: '#c0503f' },
  { key: 'theme-lte', title: '松烟', seed: '#2E8B57', side: 'ink', radius: 4, tint: '#3c8a5f' },
]
