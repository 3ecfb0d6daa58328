package io.tidemark.http.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverPolicyTest {
  private static final String JNDI_CONTEXT =
      "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory";

  @TempDir Path folder;

  private static void check(DriverPolicy policy, String yaml) throws WorkerException {
    policy.check("w", new DriverSource("a.B", "driverClass: a.B\n" + yaml));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commonConfig: {sasl.jaas.config: 'com.sun.security.auth.module.JndiLoginModule required"
            + " user.provider.url=\"x\";'}",
        "commonConfig: |\n"
            + "  sasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required;",
        "producerConfig: |\n  interceptor.classes=evil.Interceptor",
        "producerConfig: {value.serializer: evil.Serializer}",
        "consumerConfig: {metric.reporters: 'org.apache.kafka.clients.X,evil.Reporter'}",
        "commonConfig: {config.providers: file}",
        "commonConfig: {ssl.keystore.location: /etc/keys/a.jks}",
        "commonConfig: |\n  ssl.truststore.location=relative.jks",
        "connectionFactoryClassName: java.io.FileOutputStream",
        "anything: file:///etc/passwd",
        "anything: ../../secret",
        "list: [ok, /etc/passwd]",
        "url: ldap://evil.example/x",
        "commonConfig: {}\ncommonConfig: {interceptor.classes: evil.Interceptor}",
        "a: {b: 1, b: /etc/passwd}",
        "? [a, b]\n: evil",
        "producerConfig: 'interceptor.classes:evil.Interceptor'",
        "producerConfig: \"acks:all\\rinterceptor.classes:evil.Interceptor\"",
        "producerConfig: 'interceptor\\u002eclasses:evil.Interceptor'",
        "consumerConfig: 'ssl.truststore.location /etc/x'",
        "commonConfig: {sasl.jaas.config: 'com.sun.security.auth.module.Krb5LoginModule REQUIRED"
            + " keyTab=\"/etc/krb5.keytab\""
            + " x=\";org.apache.kafka.common.security.plain.PlainLoginModule required\";'}",
        "commonConfig: {sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule"
            + " required a=\"b\"; evil.Module required;'}",
        "commonConfig: {sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule"
            + " required url=\"ldap://evil.example/x\";'}",
        "commonConfig: {sasl.kerberos.kinit.cmd: sh}",
        "commonConfig: {sasl.oauthbearer.token.endpoint.url: 'file:/etc/token'}",
        "commonConfig: {sasl.oauthbearer.assertion.private.key.file: /etc/key}",
        "commonConfig: {sasl.oauthbearer.jwt.retriever.class:"
            + " org.apache.kafka.common.security.oauthbearer.FileJwtRetriever}",
        "commonConfig: {sasl.login.callback.handler.class: evil.Handler}",
        "tls: {ca: lib/../../../../dev/zero}",
        "tls: {ca: authority.pem}",
        "tls: {ca: '-----BEGIN /../../etc/passwd'}",
        "anything: lib/../../../../dev/zero",
        "brokerUrl: tcp://h:1?sslEnabled=true&trustStorePath=/etc/passwd",
        "brokerUrl: (tcp://h:1?a=b,tcp://i:1?trustStoreP%61th=evil.jks)",
        "brokerUrl: tcp://h:1?incomingInterceptorList=org.apache.qpid.jms.X,evil.Interceptor",
        "brokerUrl: tcp://h:1?protocolManagerFactoryStr=evil.lower",
        "brokerUrl: tcp://h:1?callTimeout=1&protocolManagerFactoryStr=Evil",
        "brokerUrl: tcp:/h?protocolManagerFactoryStr=Evil",
        "brokerUrl: h:1?protocolManagerFactoryStr=Evil",
        "brokerUrl: (tcp://h:1,tcp://i:1)?protocolManagerFactoryStr=Evil",
        "brokerUrl: (tcp://h:1?ha=true)&protocolManagerFactoryStr=Evil",
        "brokerUrl: tcp://h:1#tcp://i:1?protocolManagerFactoryStr=Evil",
        "brokerUrl: tcp://h:1?protocolManagerFactory%53tr=Evil",
        "brokerUrl: tcp://h:1?connectionLoadBalancingPolicyClassName=Evil",
        "brokerUrl: tcp://h:1?passwordCodec=Evil",
        "brokerUrl: tcp://h:1?socksEnabled=true&socksHost=evil",
        "brokerUrl: vm://0",
        "brokerUrl: udp://231.7.7.7:9876",
        "brokerUrl: jgroups://channel?file=evil.xml",
        "connectionFactoryConfigurationParam: tcp://h:1?trustManagerFactoryPlugin=Evil",
        "jndi: {environment: {connectionFactory.x: 'tcp://h:1?protocolManagerFactoryStr=Evil'}}",
        "jndi: {environment: {java.naming.provider.url: 'ldap://evil/x'}}",
        "jndi: {environment: {java.naming.factory.url.pkgs: evil}}",
        "jndi: {environment: {java.naming.factory.control: evil}}",
        "jndi: {connectionFactory: 'dns://evil/x'}",
        "jndi: {connectionFactory: 'dns:evil'}",
        "jndi: {connectionFactory: 'java:ldap:evil'}",
        "jndi: {destinations: 'ldap:%s'}",
        "jndi: {destinations: 'rmi://evil/%s'}",
        "ccdtUrl: ftp://evil/x",
        "ccdtUrl: jar:http://evil/x!/a",
        "ccdtUrl: jar:http:/evil/x",
        "ccdtUrl: mailto:evil",
        "commonConfig: {sasl.oauthbearer.token.endpoint.url: 'ftp://evil/x'}",
        "telemetry: {prometheus: [{url: 'gopher://evil/x'}]}",
        "amqpUris: ['amqp://a:b@h/v?x=evil']",
        "anything: dns://evil/x",
        "anything: LDAP://evil/x",
        "anything: jndi:ldap://evil/x",
        "anything: com.evil.Gadget",
      })
  void refusesWhatLoadsClassesOrReadsFiles(String yaml) {
    WorkerException failure =
        catchThrowableOfType(WorkerException.class, () -> check(DriverPolicy.STRICT, yaml));
    assertThat(failure).as("refused: %s", yaml).isNotNull();
    assertThat(failure.kind()).isEqualTo(WorkerException.Kind.CONFIGURATION);
    assertThat(failure.getMessage()).doesNotContain("evil", "passwd", "/etc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commonConfig: {sasl.jaas.config: 'org.apache.kafka.common.security.scram.ScramLoginModule"
            + " required username=\"a\" password=\"b\";'}",
        "producerConfig: {value.serializer:"
            + " org.apache.kafka.common.serialization.ByteArraySerializer}",
        "commonConfig: |\n  bootstrap.servers=a:1,b:2\n  security.protocol=SSL",
        "amqpUris: ['amqp://guest:guest@host:5672/%2F']",
        "commonConfig: {ssl.keystore.key: \"-----BEGIN PRIVATE KEY-----\\nMII=\\n\"}",
        "tls: {ca: \"-----BEGIN CERTIFICATE-----\\nM/I=\\n-----END CERTIFICATE-----\\n\"}",
        "virtualHost: /",
        "password: /starts/like/a/file",
        "password: a=/b",
        "commonConfig: {sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule"
            + " REQUIRED username=a x=''c'' password=\"b\\\"; c\";'}",
        "commonConfig: |\n"
            + "  sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " \\\n"
            + "    username=\"a\" \\\n"
            + "    password=\"b\";\n"
            + "  acks=all",
        "amqpUris: ['amqp://user:pa=ss@host/bench']",
        "oauth: {tokenUri: 'https://host/token?tenant=1'}",
        "brokerUrl: tcp://h:61616?sslEnabled=true&verifyHost=false&callTimeout=1000",
        "brokerUrl: (tcp://h:61616?ha=true,tcp://i:61616)?reconnectAttempts=3",
        "brokerUrl: localhost:61616",
        "serviceUrl: pulsar+ssl://host:6651,host2:6651",
        "ccdtUrl: https://host/ccdt.json?version=2",
        "jndi: {connectionFactory: 'java:jboss/exported/Factory', destinations: dynamicTopics/%s}",
        "jndi: {environment: {java.naming.provider.url: 'tcp://h:1'}, connectionFactory: jms/cf}",
        "bootstrap: SASL_SSL://host:9093",
        "snsTopics: ['arn:aws:sns:eu-west-1:1:topic']",
        "channel: DEV.APP.SVRCONN",
        "commonConfig: 'acks:all'",
        "password: ldap://like/an/address",
        "commonConfig: {sasl.mechanism: OAUTHBEARER, sasl.oauthbearer.token.endpoint.url:"
            + " 'https://host/token', sasl.login.callback.handler.class:"
            + " org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler,"
            + " sasl.jaas.config: 'org.apache.kafka.common.security.oauthbearer."
            + "OAuthBearerLoginModule required clientId=\"a\" clientSecret=\"b\";'}",
      })
  void allowsWhatDriversOrdinarilyNeed(String yaml) {
    assertThatCode(() -> check(DriverPolicy.STRICT, yaml)).doesNotThrowAnyException();
  }

  @Test
  void allowsFilesBelowTheFoldersButNoWayOut() throws IOException {
    Path allowed = Files.createDirectory(folder.resolve("keys"));
    Files.writeString(allowed.resolve("a.jks"), "x");
    Path secret = Files.writeString(folder.resolve("secret"), "x");
    Files.createSymbolicLink(allowed.resolve("link"), secret);
    DriverPolicy policy = new DriverPolicy(List.of(allowed), Set.of("my.Partitioner"), Set.of());
    assertThatCode(() -> check(policy, "keyFile: " + allowed.resolve("a.jks")))
        .doesNotThrowAnyException();
    assertThatCode(() -> check(policy, "partitioner.class: my.Partitioner"))
        .doesNotThrowAnyException();
    for (String way : List.of("link", "../secret")) {
      assertThat(
              catchThrowableOfType(
                  WorkerException.class, () -> check(policy, "keyFile: " + allowed + "/" + way)))
          .as(way)
          .isNotNull();
    }
  }

  @Test
  void allowsAddressesOfFurtherSchemesIfTheWorkerDoes() throws WorkerException {
    String yaml = "host: SMF://host:55555?anything=1";
    assertThatThrownBy(() -> check(DriverPolicy.STRICT, yaml))
        .hasMessageContaining("host has an address")
        .hasMessageContaining("--allow-driver-scheme");
    check(new DriverPolicy(List.of(), Set.of(), Set.of("smf")), yaml);
  }

  @Test
  void refusesTheContextOfAJmsProviderUnlessItsClassIsAllowed() throws Exception {
    String yaml = Files.readString(Path.of("../../driver-ibmmq/jndi.yaml"));
    DriverSource source = new DriverSource("a.B", filled(yaml));
    assertThatThrownBy(() -> DriverPolicy.STRICT.check("w", source))
        .hasMessageContaining("java.naming.factory.initial loads a class");
    new DriverPolicy(List.of(), Set.of(JNDI_CONTEXT), Set.of()).check("w", source);
  }

  /**
   * Those that name files of secrets are for a worker with a folder of them, and those that name a
   * class for one that allows it.
   */
  @Test
  void allowsTheDriverFilesOfThisProject() throws IOException {
    DriverPolicy policy =
        new DriverPolicy(
            List.of(Path.of("secrets"), Path.of("/etc/rabbitmq-tls"), Path.of("/etc/mqtt-tls")),
            Set.of(
                JNDI_CONTEXT,
                "software.amazon.msk.auth.iam.IAMLoginModule",
                "software.amazon.msk.auth.iam.IAMClientCallbackHandler"),
            Set.of());
    try (Stream<Path> modules = Files.list(Path.of("../.."))) {
      List<Path> folders =
          modules.filter(each -> each.getFileName().toString().startsWith("driver-")).toList();
      int checked = 0;
      for (Path folder : folders) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.yaml")) {
          for (Path file : files) {
            String yaml = Files.readString(file);
            if (yaml.contains("kind: command")) {
              continue; // Its broker is on one machine: it is not sent to others.
            }
            String filled = filled(yaml.replaceFirst("(?m)^consumeThrough: .*$", "")); // Not sent.
            assertThatCode(() -> policy.check("w", new DriverSource("a.B", filled)))
                .as(file.toString())
                .doesNotThrowAnyException();
            checked++;
          }
        }
      }
      assertThat(checked).isGreaterThan(10);
    }
  }

  /** Fills placeholders as the coordinator does before it sends a file. */
  private static String filled(String yaml) {
    return yaml.replaceAll("\\$\\{brokers.tls(\\w+Store|Ca)}", "secrets/store.p12")
        .replaceAll(
            "\\$\\{(file:secrets/jaas|brokers.userJaas)}",
            "org.apache.kafka.common.security.scram.ScramLoginModule required"
                + " username=\"a\" password=\"b\";")
        .replaceAll("\\$\\{file:[^}]+}", "-----BEGIN CERTIFICATE-----");
  }
}
