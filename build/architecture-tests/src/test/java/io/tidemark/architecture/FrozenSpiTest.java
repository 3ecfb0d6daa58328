package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.openmessaging.benchmark.driver.ResourceCreator;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.bookkeeper.stats.Counter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A driver compiled for OMB links against our SPI, and ours against OMB's. */
class FrozenSpiTest {
  private static final int JAVA_8_CLASS_FILE = 52;

  static List<Class<?>> spi() {
    return List.of(
        BenchmarkDriver.class,
        BenchmarkDriver.TopicInfo.class,
        BenchmarkDriver.ProducerInfo.class,
        BenchmarkDriver.ConsumerInfo.class,
        BenchmarkProducer.class,
        BenchmarkConsumer.class,
        ConsumerCallback.class,
        ResourceCreator.class,
        ResourceCreator.CreationResult.class);
  }

  @Test
  void signaturesAreThoseOfOmb() throws IOException {
    String actual =
        spi().stream().map(FrozenSpiTest::describe).collect(Collectors.joining("\n")).strip();
    try (InputStream sealed = FrozenSpiTest.class.getResourceAsStream("/spi/signatures.txt")) {
      assertThat(actual)
          .isEqualToNormalizingNewlines(
              new String(sealed.readAllBytes(), StandardCharsets.UTF_8).strip());
    }
  }

  @ParameterizedTest
  @MethodSource("spi")
  void isJava8Bytecode(Class<?> type) throws IOException {
    String resource = "/" + type.getName().replace('.', '/') + ".class";
    try (DataInputStream in = new DataInputStream(type.getResourceAsStream(resource))) {
      in.skipNBytes(Integer.BYTES + Short.BYTES);
      assertThat(in.readUnsignedShort()).isEqualTo(JAVA_8_CLASS_FILE);
    }
  }

  @Test
  void statsLoggerIsTheOneOfOmbDrivers() throws NoSuchMethodException {
    // Renamed to addCount in bookkeeper-stats-api 4.16.
    assertThat(Counter.class.getMethod("add", long.class).getReturnType()).isEqualTo(void.class);
  }

  private static String describe(Class<?> type) {
    return Stream.of(
            Stream.of(type.toGenericString()),
            Arrays.stream(type.getDeclaredConstructors())
                .filter(FrozenSpiTest::isVisible)
                .map(Constructor::toGenericString)
                .sorted(),
            Arrays.stream(type.getDeclaredMethods())
                .filter(FrozenSpiTest::isVisible)
                .map(Method::toGenericString)
                .sorted())
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n  ", "", "\n"));
  }

  private static boolean isVisible(Member member) {
    return Modifier.isPublic(member.getModifiers()) && !member.isSynthetic();
  }
}
