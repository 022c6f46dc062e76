// A part whose code is loaded when it is first needed. When that fails (offline, or a new version was put up) it says so in a
// toast and leaves the page standing. When the part goes, the focus returns to where it came from.
import { Component, Suspense, type ReactNode } from 'react'
import { showToast } from './toast.tsx'

export interface LazyPartProps {
  readonly children: ReactNode
  /** What must happen when the part cannot come: a question counts as not accepted. */
  readonly onFailure?: () => void
}

interface LazyPartState {
  readonly hasFailed: boolean
}

export class LazyPart extends Component<LazyPartProps, LazyPartState> {
  override state: LazyPartState = { hasFailed: false }
  private opener: Element | null = null

  static getDerivedStateFromError(): LazyPartState {
    return { hasFailed: true }
  }

  override componentDidMount(): void {
    this.opener = document.activeElement
  }

  override componentWillUnmount(): void {
    const { opener } = this
    // After the dialog has left the page; an element that went away meanwhile gets nothing.
    setTimeout(() => opener instanceof HTMLElement && document.activeElement === document.body && opener.focus(), 0)
  }

  override componentDidCatch(): void {
    showToast({ tone: 'error', title: 'Error', message: 'This part could not be loaded. Load the page again.' })
    this.props.onFailure?.()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
