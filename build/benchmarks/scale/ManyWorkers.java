import io.tidemark.http.WorkerServer;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.ArrayList;
import java.util.List;

/**
 * Many workers in one process, with the real server, engine and protocol of each, and one in-memory broker between
 * them. Argument: their number. Prints their addresses on one line, and ends at the end of its standard input.
 */
public final class ManyWorkers {
  public static void main(String[] arguments) throws Exception {
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      LocalWorker worker = new LocalWorker("worker-" + i, DriverCatalog.ofClassPath());
      addresses.add(WorkerServer.start(worker, WorkerServerOptions.DEFAULT).address().toString());
    }
    System.out.println(String.join(",", addresses));
    while (System.in.read() >= 0) {
      // The script holds it open.
    }
    System.exit(0);
  }
}
