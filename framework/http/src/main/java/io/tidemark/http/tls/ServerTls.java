package io.tidemark.http.tls;

import javax.net.ssl.SSLContext;

/**
 * TLS on the worker's side.
 *
 * @param context its certificate and key, and its trusted CA certificates
 * @param clientCertificate whether callers must show a certificate (mutual TLS)
 */
public record ServerTls(SSLContext context, boolean clientCertificate) {}
