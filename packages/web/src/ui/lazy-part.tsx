// A component whose code loads on first use. If loading fails (offline, or a new version was deployed), it shows a
// toast and leaves the page intact. On unmount, focus returns to its origin.
import { Component, Suspense, type ReactNode } from 'react'
import { showToast } from './toast.tsx'

export interface LazyPartProps {
  readonly children: ReactNode
  /** Cleanup when the component cannot load: a question counts as not accepted. */
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
    // Runs after the dialog has left the page; an element removed in the meantime gets no focus.
    setTimeout(() => opener instanceof HTMLElement && document.activeElement === document.body && opener.focus(), 0)
  }

  override componentDidCatch(): void {
    const message = navigator.onLine
      ? 'This part could not be loaded. Load the page again.'
      : 'You are offline, and this part was not loaded before.'
    showToast({ tone: 'error', title: 'Error', message })
    this.props.onFailure?.()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
