#include "oracle/kept_tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace panarc {
namespace {

/// Takes up as much room as it is told to, and never less than before.
struct CountedTable {
  CountedTable() { ++alive; }
  CountedTable(const CountedTable&) = delete;
  CountedTable& operator=(const CountedTable&) = delete;
  ~CountedTable() { --alive; }
  [[nodiscard]] std::size_t size() const { return room; }

  std::size_t room = 0;
  static inline int alive = 0;
};

class KeptTablesTest : public testing::Test {
 protected:
  /// Asks for the table of an annotation; returns whether it had to be filled.
  bool fills(const Gold& gold, std::size_t room) {
    bool filled = false;
    kept_.of(gold, {}, [&](CountedTable& table) {
      filled = true;
      table.room = std::max(table.room, room);
    });
    return filled;
  }

  static constexpr std::size_t kAll = KeptTables<CountedTable>::kMostNumbers;
  /// No two have the same id.
  std::vector<Gold> golds_ = std::vector<Gold>(20);
  KeptTables<CountedTable> kept_;
};

TEST_F(KeptTablesTest, SmallOnesAreKeptSideBySide) {
  for (std::size_t i = 0; i < 8; ++i) EXPECT_TRUE(fills(golds_[i], 10));
  for (std::size_t i = 0; i < 8; ++i) EXPECT_FALSE(fills(golds_[i], 10));
}

TEST_F(KeptTablesTest, OneThatTakesAllTheRoomMakesWayForTheNext) {
  for (const Gold& gold : golds_) {
    EXPECT_TRUE(fills(gold, kAll + 1));
    EXPECT_EQ(CountedTable::alive, 1);
  }
  for (std::size_t i = 0; i < 4; ++i) fills(golds_[i], 10);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FALSE(fills(golds_[i], 10));
}

TEST_F(KeptTablesTest, RoomIsSharedByAFew) {
  for (const Gold& gold : golds_) {
    fills(gold, kAll / 3);
    EXPECT_LE(CountedTable::alive, 4);
  }
}

}  // namespace
}  // namespace panarc
