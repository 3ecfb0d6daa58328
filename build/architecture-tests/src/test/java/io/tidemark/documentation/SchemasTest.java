package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tidemark.driver.settings.Setting;
import io.tidemark.model.workloadfile.ConfigurationSchemas;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverDescription;
import io.tidemark.worker.driver.DriverLoadException;
import io.tidemark.worker.driver.InstalledDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The JSON Schemas of workloads and of driver files are made from the declarations of the core, of
 * features and of all drivers' settings.
 */
class SchemasTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Map<String, Object> schema() throws DriverLoadException {
    DriverCatalog catalog = DriverCatalog.ofClassPath();
    Map<List<String>, List<Setting>> settings = new LinkedHashMap<>();
    List<InstalledDriver> drivers =
        catalog.installed().stream()
            .filter(driver -> driver.className().startsWith("io.tidemark.driver."))
            .sorted(Comparator.comparing(InstalledDriver::className))
            .toList();
    for (InstalledDriver driver : drivers) {
      DriverDescription described = catalog.describe(driver.className(), Map.of());
      settings.put(
          Stream.concat(Stream.of(driver.className()), driver.aliases().stream()).toList(),
          described.settings());
    }
    return ConfigurationSchemas.drivers(settings);
  }

  @Test
  void theKeptSchemasAreThoseOfTheDeclarations() throws Exception {
    assertKept("docs/reference/driver.schema.json", schema());
    assertKept("workloads/workload.schema.json", ConfigurationSchemas.workload());
  }

  private static void assertKept(String file, Map<String, Object> schema)
      throws JsonProcessingException {
    String made = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
    assertThat(Checkout.kept(file, made)).isEqualTo(made);
  }

  @Test
  void acceptsEveryDriverFile() throws Exception {
    assertThat(Checkout.driverFiles()).hasSizeGreaterThan(20);
    Map<String, Object> schema = schema();
    for (Path file : Checkout.driverFiles()) {
      assertThat(violations(schema, Files.readString(file))).as(file.toString()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "inmemory.InMemory, delivery: direct, true",
    "inmemory.InMemory, delivery: slow, false",
    "inmemory.InMemory, deliverys: direct, false",
    "inmemory.InMemory, retainedMessages: 0, true",
    "inmemory.InMemory, retainedMessages: -1, false",
    "rabbitmq.quorum.RabbitMqQuorum, amqpUris: [a]; nackRatio: 50%, true",
    "rabbitmq.quorum.RabbitMqQuorum, amqpUris: [a]; nackRatio: 1.5, false",
    "rabbitmq.quorum.RabbitMqQuorum, nackRatio: 50%, false",
    "mine.Mine, unknown: 1, true"
  })
  void refusesWhatTheDriverRefuses(String driver, String line, boolean valid) throws Exception {
    String file = "name: a\ndriverClass: io.tidemark.driver.%sBenchmarkDriver\n".formatted(driver);
    assertThat(violations(schema(), file + line.replace("; ", "\n")).isEmpty())
        .as(line)
        .isEqualTo(valid);
  }

  private static List<String> violations(Map<String, Object> schema, String yaml)
      throws JsonProcessingException {
    Object plain = YamlTree.read(new SourceFile("f", yaml), new Problems()).orElseThrow().plain();
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(JSON.writeValueAsString(schema))
        .validate(JSON.writeValueAsString(plain), InputFormat.JSON)
        .stream()
        .map(Object::toString)
        .toList();
  }
}
