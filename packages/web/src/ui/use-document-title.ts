// Sets the title of the browser tab: the page first, then the product.
import { useEffect } from 'react'

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Clubfolio`
  }, [title])
}
