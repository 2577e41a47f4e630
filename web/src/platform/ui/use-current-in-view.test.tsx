import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCurrentInView } from './use-current-in-view.ts'

const WIDTH = 100
const LABELS = ['科目', '题目', '导入', '计算']

/** Choices of 100 px each in a row of 150. */
function place(this: Element): DOMRect {
  const at = LABELS.indexOf(this.textContent ?? '')
  const moved = this.parentElement?.scrollLeft ?? 0
  return at < 0 ? new DOMRect(0, 0, 150, 40) : new DOMRect(at * WIDTH - moved, 0, WIDTH, 40)
}

function Parts({ current }: { current: string }) {
  const row = useCurrentInView<HTMLElement>(current)
  return (
    <nav ref={row}>
      {LABELS.map((label) => (
        <button key={label} type="button" aria-current={label === current ? 'page' : undefined}>
          {label}
        </button>
      ))}
    </nav>
  )
}

afterEach(() => vi.restoreAllMocks())

test('the current choice of a row wider than the screen comes to its middle, one in sight moves nothing', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(place)
  const { rerender } = render(<Parts current="计算" />)
  const row = screen.getByRole('navigation')
  expect(row.scrollLeft).toBe(3 * WIDTH - 25)
  rerender(<Parts current="科目" />)
  expect(row.scrollLeft).toBe(-25)
  row.scrollLeft = 0
  rerender(<Parts current="科目" />)
  expect(row.scrollLeft).toBe(0)
})
