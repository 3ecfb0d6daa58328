package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.ErlangUse.Memory;
import io.tidemark.features.profile.stack.ErlangUse.Threads;
import io.tidemark.features.profile.stack.ErlangUse.Work;
import io.tidemark.features.profile.stack.ProcessProfile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ErlangReaderTest {
  /** The output of RabbitMQ 4. */
  private static final String FIRST =
      """
      [{thread,scheduler,emulator,300000},
       {thread,scheduler,gc,100000},
       {thread,scheduler,sleep,600000},
       {thread,dirty_io_scheduler,emulator,0},
       {thread,dirty_io_scheduler,sleep,1000001},
       {thread,scheduler,emulator,100000},
       {thread,scheduler,gc,0},
       {thread,scheduler,sleep,900000},
       {process,"%2F_orders",reductions,7000},
       {process,"{rabbit_channel,{<<'10.0.0.7:34567 -> 10.0.0.1:5672'>>,"
                "1}}",reductions,9000},
       {processes,all,reductions,20000},
       {memory,queue_procs,bytes,0},
       {memory,quorum_ets,bytes,24472},
       {memory,allocated_unused,bytes,-5},
       {memory,code,bytes,24314454},
       {release,otp,version,27}]
      """;

  private static final String SECOND =
      """
      [{thread,scheduler,emulator,1000000},
       {thread,scheduler,sleep,1000000},
       {thread,scheduler,sleep,
               2000000},
       {process,"%2F_orders",
               reductions,4000},
       {processes,all,reductions,5000},
       {memory,quorum_ets,bytes,50000000},
       {memory,code,bytes,24314454},
       {release,otp,version,27}]
      """;

  private static ProcessProfile read(String... printed) throws IOException {
    return ErlangReader.read(List.of(printed), "broker 1", List.of("low", "high"));
  }

  @Test
  void sumsTheTimeOfThreadsByKindAndState() throws IOException {
    ProcessProfile profile = read(FIRST);

    assertThat(profile.runtime()).isEqualTo("Erlang/OTP 27");
    assertThat(profile.seconds()).isCloseTo(1, within(1e-9));
    assertThat(profile.erlang().threads())
        .containsExactly(
            new Threads(
                "scheduler", 2, Map.of("emulator", 400_000L, "gc", 100_000L, "sleep", 1_500_000L)),
            new Threads("dirty_io_scheduler", 1, Map.of("emulator", 0L, "sleep", 1_000_001L)));
    assertThat(profile.erlang().threads().get(0).share("gc")).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void theMemoryHasTheLargestPartFirstAndNoEmptyParts() throws IOException {
    assertThat(read(FIRST).erlang().memory())
        .containsExactly(new Memory("code", 24_314_454), new Memory("quorum_ets", 24_472));
  }

  @Test
  void timesOfPhasesAreAddedAndTheMemoryIsThatOfTheLast() throws IOException {
    ProcessProfile profile = read(FIRST, SECOND);

    assertThat(profile.seconds()).isCloseTo(3, within(1e-9));
    assertThat(profile.erlang().threads().get(0))
        .isEqualTo(
            new Threads(
                "scheduler",
                2,
                Map.of("emulator", 1_400_000L, "gc", 100_000L, "sleep", 4_500_000L)));
    assertThat(profile.erlang().memory())
        .containsExactly(new Memory("quorum_ets", 50_000_000), new Memory("code", 24_314_454));
  }

  @Test
  void theWorkOfProcessesIsAddedAndTheLargestIsTheFirst() throws IOException {
    ErlangUse erlang = read(FIRST, SECOND).erlang();

    assertThat(erlang.processes())
        .containsExactly(
            new Work("%2F_orders", 11_000),
            new Work("{rabbit_channel,{10.0.0.7:34567 -> 10.0.0.1:5672,1}}", 9_000));
    assertThat(erlang.reductions()).isEqualTo(25_000);
  }

  @Test
  void refusesTextWithoutSchedulers() {
    assertThatThrownBy(() -> read("{badrpc,nodedown}"))
        .isInstanceOf(IOException.class)
        .hasMessage("the node printed no schedulers");
  }
}
