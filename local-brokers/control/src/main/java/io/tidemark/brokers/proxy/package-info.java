/**
 * The proxies of a local cluster: a process beside the nodes that runs them, and the control of it.
 * The process uses only this package and {@code io.tidemark.proxy}.
 */
package io.tidemark.brokers.proxy;
