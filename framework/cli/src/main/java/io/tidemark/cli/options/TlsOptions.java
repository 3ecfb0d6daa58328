package io.tidemark.cli.options;

import io.tidemark.base.UsageException;
import io.tidemark.http.tls.ServerTls;
import io.tidemark.http.tls.TlsFiles;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Option;

/** TLS between coordinator and workers, by files. */
public final class TlsOptions {
  static final String PASSWORD_VARIABLE = "TIDEMARK_TLS_PASSWORD";

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description =
          "Certificate of this process: PEM, or PKCS12 (.p12) with the key (password in "
              + PASSWORD_VARIABLE
              + ").")
  private Optional<Path> certificate = Optional.empty();

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Private key of this process: PKCS8 PEM, not encrypted.")
  private Optional<Path> key = Optional.empty();

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "Trusted CA certificates (PEM or PKCS12). A worker with this option requires a"
              + " certificate of its callers.")
  private Optional<Path> authorities = Optional.empty();

  boolean given() {
    return certificate.isPresent() || key.isPresent() || authorities.isPresent();
  }

  /** TLS context of the coordinator; empty for Java's default. */
  Optional<SSLContext> clientContext() {
    return given() ? Optional.of(context()) : Optional.empty();
  }

  /** TLS of a worker's server; empty for none. */
  public Optional<ServerTls> server() {
    if (given() && certificate.isEmpty()) {
      throw new UsageException("--tls-ca and --tls-key need --tls-cert");
    }
    return given()
        ? Optional.of(new ServerTls(context(), authorities.isPresent()))
        : Optional.empty();
  }

  private SSLContext context() {
    try {
      String password = Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)).orElse("");
      return new TlsFiles(certificate, key, authorities, password).context();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
