/** Certificates, keys and trusted authorities from files, as contexts of TLS. */
package io.tidemark.http.tls;
