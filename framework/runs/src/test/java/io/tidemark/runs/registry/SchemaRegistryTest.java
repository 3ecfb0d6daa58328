package io.tidemark.runs.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.SystemClock;
import io.tidemark.model.load.BodySchema;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.RunFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a stub: no schema registry can be started here. */
class SchemaRegistryTest {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Order", "namespace": "shop",
       "fields": [{"name": "id", "type": "long"}, {"name": "state", "type": "string"}]}
      """;

  @TempDir Path folder;
  private StubRegistry stub;

  @BeforeEach
  void start() throws IOException {
    stub = new StubRegistry();
  }

  @AfterEach
  void stop() {
    stub.close();
  }

  @Test
  void registersTheSchemaAndReadsItAgain() throws IOException {
    assertThat(registry("orders value", Optional.empty()).register(SCHEMA)).isEqualTo(41);
    assertThat(registry("orders value", Optional.empty()).register(SCHEMA)).isEqualTo(41);
    assertThat(stub.requests)
        .startsWith("POST /subjects/orders%20value/versions", "GET /schemas/ids/41");
  }

  @Test
  void sendsCredentialsAndDoesNotSayThem() throws IOException {
    stub.credentials = "bench:s3cret";
    assertThat(registry("s", Optional.of("bench:s3cret")).register(SCHEMA)).isEqualTo(41);
    assertThatThrownBy(() -> registry("s", Optional.of("bench:wr0ng")).register(SCHEMA))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot register the schema of subject s at the schema registry "
                + stub.url()
                + ": status 401, error 401: Unauthorized");
    assertThat(new BodySchema.Registry("http://a", Optional.of("bench:s3cret"), "s").toString())
        .doesNotContain("s3cret");
  }

  @Test
  void saysWhyASchemaIsRefused() {
    stub.refuses = "Schema being registered is incompatible\nwith an earlier schema";
    assertThatThrownBy(() -> registry("s", Optional.empty()).register(SCHEMA))
        .hasMessageEndingWith(
            "status 409, error 409: Schema being registered is incompatible with an earlier"
                + " schema");
  }

  @Test
  void refusesANumberOfAnotherSchema() {
    stub.returns = "\"string\"";
    assertThatThrownBy(() -> registry("s", Optional.empty()).register(SCHEMA))
        .hasMessageContaining("cannot read the schema 41")
        .hasMessageEndingWith("it is another schema than the one that was registered");
  }

  /** Registries answer with the schema in a normal form. */
  @Test
  void acceptsTheSameSchemaInAnotherForm() throws IOException {
    stub.returns = SCHEMA.replaceAll("\\s+", "").replace("\"name\":\"id\",", "\"name\":\"id\", ");
    assertThat(registry("s", Optional.empty()).register(SCHEMA)).isEqualTo(41);
  }

  @Test
  void namesARegistryThatDoesNotAnswer() {
    String url = stub.url();
    stub.close();
    assertThatThrownBy(() -> registry("s", Optional.empty()).register(SCHEMA))
        .hasMessageStartingWith(
            "cannot register the schema of subject s at the schema registry " + url)
        .hasMessageNotContaining("\n");
  }

  @Test
  void bodiesGetTheNumberOfTheirSchema() throws IOException {
    Files.writeString(folder.resolve("order.avsc"), SCHEMA);
    Workload workload = read("registry: {url: '" + stub.url() + "/'}");
    NumberedBodies numbered = NumberedBodies.of(workload, SystemClock.get());
    assertThat(((Corpus) numbered.workload().messages().payload().content()).bodies())
        .hasSize(20)
        .allSatisfy(
            body -> {
              assertThat(body[0]).isZero();
              assertThat(ByteBuffer.wrap(body).getInt(1)).isEqualTo(41);
            });
    assertThat(numbered.summary().orElseThrow())
        .startsWith(
            "20 Avro bodies with schema 41 (shop.Order at " + stub.url() + "); a client takes ")
        .contains(" us to encode one");
    Serialization measured = numbered.serialization().orElseThrow();
    assertThat(measured.format()).isEqualTo(Serialization.Format.AVRO);
    assertThat(measured.bodies()).isEqualTo(20);
    assertThat(measured.meanMicros()).isPositive();
    assertThat(measured.duringLoad()).isFalse();
  }

  @Test
  void bodiesWithoutARegistryStayAsTheyAre() throws IOException {
    Files.writeString(folder.resolve("order.avsc"), SCHEMA);
    Workload workload = read("id: 7");
    NumberedBodies numbered = NumberedBodies.of(workload, SystemClock.get());
    assertThat(numbered.workload()).isSameAs(workload);
    assertThat(numbered.summary().orElseThrow()).startsWith("20 Avro bodies; a client takes ");
    assertThat(stub.requests).isEmpty();
  }

  private Workload read(String keys) {
    return new RunFiles(folder)
        .workload(
            RunFiles.SMALL.replace("messageSize: 100\n", "")
                + "envelope: {position: off}\n"
                + "payload: {poolSize: 20, avro: {schema: order.avsc, "
                + keys
                + "}}\n");
  }

  private SchemaRegistry registry(String subject, Optional<String> credentials) {
    return new SchemaRegistry(new BodySchema.Registry(stub.url(), credentials, subject));
  }
}
