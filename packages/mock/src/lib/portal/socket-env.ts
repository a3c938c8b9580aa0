/** How the portal is exposed, where calls come in over a socket. */
export interface PortalExposure {
  /** Whether the address listened on is reached from this machine alone; only its own names are let in then. */
  readonly loopback: boolean;
  /** Token that every call must carry. */
  readonly token?: string;
}

/** What an app is given with a call over a socket; a call in process has none of it. */
export interface SocketEnv {
  readonly Bindings: { readonly exposure?: PortalExposure };
}
