// expect: react-hooks(rules-of-hooks)
import { useState } from 'react'

export function Switch({ isOn }: { isOn: boolean }) {
  if (isOn) useState(0)
  return <i />
}
